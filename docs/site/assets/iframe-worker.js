// Full-text search runs in a worker, and browsers don't start workers for pages opened from a file. There, a hidden frame
// of the same page runs the worker's script instead.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    #frame = document.createElement('iframe');
    #waiting = [];

    constructor(url) {
      super();
      this.#frame.hidden = true;
      const attach = () => this.#start(url);
      if (document.body) attach();
      else document.addEventListener('DOMContentLoaded', attach);
    }

    #start(url) {
      document.body.append(this.#frame);
      const inner = this.#frame.contentWindow;
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      const script = inner.document.createElement('script');
      script.src = url;
      script.onload = () => {
        const waiting = this.#waiting;
        this.#waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      };
      script.onerror = () => this.dispatchEvent(new Event('error'));
      inner.document.body.append(script);
    }

    postMessage(data) {
      if (this.#waiting) this.#waiting.push(data);
      else this.#frame.contentWindow.dispatchEvent(new MessageEvent('message', { data }));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}

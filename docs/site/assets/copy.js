// The copy button of a `console` block copies the commands, without prompts and output.
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('.md-clipboard, .md-code__button');
  const block = button?.closest('.highlight');
  if (!block?.classList.contains('language-console')) return;
  const commands = block
    .querySelector('code')
    .textContent.split('\n')
    .filter((line) => /^[$>] /.test(line))
    .map((line) => line.slice(2));
  event.stopPropagation();
  event.preventDefault();
  navigator.clipboard.writeText(commands.join('\n') + '\n');
}, true);

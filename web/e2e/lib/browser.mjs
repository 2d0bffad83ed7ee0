// The browser.
import { spawnSync } from 'node:child_process';
import { chromium } from 'playwright-core';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function executable() {
  const names = process.env.CHROMIUM
    ? [process.env.CHROMIUM]
    : ['/usr/bin/chromium', 'chromium', 'chromium-browser', 'google-chrome'];
  for (const name of names) {
    const { stdout } = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' });
    if (stdout?.trim()) return stdout.trim();
  }
  throw new Error(`no Chromium (${names.join(', ')}); install Debian's package chromium or set CHROMIUM`);
}

export function launch() {
  return chromium.launch({ executablePath: executable(), args: ARGS });
}

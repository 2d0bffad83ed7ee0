// Runs before the first paint, so the default theme doesn't flash.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the theme of the system.
}

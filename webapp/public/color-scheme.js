// Runs before the first paint, so that a page chosen to be dark never flashes light.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('firmbook-color-scheme');
  } catch {
    // Storage may be closed to us; the system decides then.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

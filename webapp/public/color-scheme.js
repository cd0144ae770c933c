// Runs before the first paint, so that a page chosen to be dark never flashes light, nor a dense one opens up.
(function () {
  var theme = null;
  var density = null;
  try {
    theme = localStorage.getItem('firmbook-color-scheme');
    density = localStorage.getItem('firmbook-density');
  } catch {
    // Storage may be closed to us; the system decides then.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (density) document.documentElement.setAttribute('data-density', density);
})();

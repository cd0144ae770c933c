// Applies theme and density before the first paint to avoid a flash of the wrong layout.
(function () {
  var theme = null;
  var density = null;
  try {
    theme = localStorage.getItem('firmbook-color-scheme');
    density = localStorage.getItem('firmbook-density');
  } catch {
    // Storage is unavailable. The system preference applies.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (density) document.documentElement.setAttribute('data-density', density);
})();

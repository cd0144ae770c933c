const widget = document.getElementById('policies');
const parameters = new URLSearchParams(window.location.search);

const fetchClientSecret = async (name) => {
  const ttlSeconds = Number(parameters.get('ttl') ?? 600);
  const response = await fetch('/widget-session', {
    method: 'POST',
    body: JSON.stringify({ widget: name, ttlSeconds }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).clientSecret;
};

// Each widget calls `fetchClientSecret` at the start, and again before its session ends.
const WIDGETS = {
  policies: 'policyList',
  totals: 'reportTotals',
  notifications: 'notifications',
  import: 'import',
};
for (const [id, name] of Object.entries(WIDGETS)) {
  document.getElementById(id).fetchClientSecret = () => fetchClientSecret(name);
}
document.getElementById('import').addEventListener('imported', ({ detail }) => {
  document.getElementById('imported').textContent = `${detail.added} records added`;
});

for (const type of ['ready', 'resize', 'tokenExpiring', 'error', 'select', 'themeCorrected']) {
  widget.addEventListener(type, ({ detail }) => {
    const line = document.createElement('li');
    line.textContent = `${type} ${JSON.stringify(detail)}`;
    document.getElementById('events').append(line);
  });
}
widget.addEventListener('select', ({ detail }) => {
  document.getElementById('selected').textContent = `Policy ${detail.policyNumber}`;
});

// The portal's script is not loaded yet, so this queues the call.
window.firmbookEmbed = window.firmbookEmbed ?? [];
window.firmbookEmbed.push(['update', widget, { pageSize: 10 }]);

document.getElementById('dark').addEventListener('click', () => widget.update({ colorScheme: 'dark' }));
document.getElementById('sign-out').addEventListener('click', () => widget.logout());

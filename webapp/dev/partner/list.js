document.querySelector('firmbook-policy-list').fetchClientSecret = async () => {
  const response = await fetch('/widget-session', {
    method: 'POST',
    body: JSON.stringify({ widget: 'policyList', ttlSeconds: 600 }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).clientSecret;
};

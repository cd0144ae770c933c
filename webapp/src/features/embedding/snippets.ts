import type { WidgetOptions } from 'firmbook-embed';

/** Values inserted into the code for a partner's developers. */
export interface SnippetValues {
  /** Tag name of the custom element. */
  element: string;
  component: string;
  /** Origin of the portal. */
  portal: string;
  embedId: string;
  /** Body of the request that creates a session. */
  session: Readonly<Record<string, string | readonly string[]>>;
  /** Options that differ from their defaults. */
  options: WidgetOptions;
}

type Snippet = (values: SnippetValues) => string;

const hasOptions = ({ options }: SnippetValues) => Object.keys(options).length > 0;
/** Formats values as JSON, with all lines after the first indented. */
const json = (values: unknown, indent: string) =>
  JSON.stringify(values, null, 2).replaceAll('\n', `\n${indent}`);

const html: Snippet = (values) => `<script src="${values.portal}/embed/v1.js" defer></script>
<${values.element} partner="${values.embedId}"></${values.element}>
<script type="module">
  const widget = document.querySelector('${values.element}');
  widget.fetchClientSecret = async () => {
    const response = await fetch('/widget-session', { method: 'POST' });
    if (!response.ok) throw new Error('The session could not be created.');
    return (await response.json()).clientSecret;
  };
  widget.addEventListener('error', ({ detail }) => console.error(detail.code, detail.message));${
    hasOptions(values)
      ? `
  window.firmbookEmbed = window.firmbookEmbed ?? [];
  window.firmbookEmbed.push(['update', widget, ${json(values.options, '  ')}]);`
      : ''
  }
</script>`;

const react: Snippet = (values) => `// npm install ${values.portal}/embed/firmbook-embed.tgz
import { defineWidgets } from '@firmbook/embed';
import { ${values.component} } from '@firmbook/embed/react';

defineWidgets({ portal: '${values.portal}', partner: '${values.embedId}' });
${hasOptions(values) ? `const options = ${json(values.options, '')};\n` : ''}
async function fetchClientSecret() {
  const response = await fetch('/widget-session', { method: 'POST' });
  if (!response.ok) throw new Error('The session could not be created.');
  return (await response.json()).clientSecret;
}

export const Widget = () => (
  <${values.component}
    fetchClientSecret={fetchClientSecret}${hasOptions(values) ? '\n    options={options}' : ''}
    onError={({ code, message }) => console.error(code, message)}
  />
);`;

const fields = (
  { session }: SnippetValues,
  name: (key: string) => string,
  quote: string,
  list: (items: string) => string,
) => {
  const text = (value: string) => quote + value + quote;
  const value = (item: string | readonly string[]) =>
    typeof item === 'string' ? text(item) : list(item.map(text).join(', '));
  return Object.entries(session)
    .map(([key, item]) => `${name(key)}${value(item)}`)
    .join(', ');
};

const node: Snippet = (values) => `const response = await fetch('${values.portal}/api/Embed/session', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.FIRMBOOK_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ ${fields(
    values,
    (key) => `${key}: `,
    "'",
    (items) => `[${items}]`,
  )} }),
});
if (!response.ok) throw new Error(await response.text());
const { clientSecret } = await response.json();`;

const asJson = (values: SnippetValues) =>
  fields(
    values,
    (key) => `"${key}": `,
    '"',
    (items) => `[${items}]`,
  );

const python: Snippet = (values) => `import os, requests

response = requests.post(
    "${values.portal}/api/Embed/session",
    headers={"Authorization": f"Bearer {os.environ['FIRMBOOK_KEY']}"},
    json={${asJson(values)}},
    timeout=10,
)
response.raise_for_status()
client_secret = response.json()["clientSecret"]`;

const csharp: Snippet = (values) => `using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;

using var client = new HttpClient();
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("FIRMBOOK_KEY"));
using var response = await client.PostAsJsonAsync("${values.portal}/api/Embed/session",
    new { ${fields(
      values,
      (key) => `${key} = `,
      '"',
      (items) => `new[] { ${items} }`,
    )} });
response.EnsureSuccessStatusCode();
var session = await response.Content.ReadFromJsonAsync<JsonElement>();
var clientSecret = session.GetProperty("clientSecret").GetString();`;

const rust: Snippet = (values) => `let session: serde_json::Value = reqwest::Client::new()
    .post("${values.portal}/api/Embed/session")
    .bearer_auth(std::env::var("FIRMBOOK_KEY")?)
    .json(&serde_json::json!({ ${asJson(values)} }))
    .send()
    .await?
    .error_for_status()?
    .json()
    .await?;
let client_secret = session["clientSecret"].as_str();`;

/** Code for a partner's page, by language. */
export const PAGE_CODE: Readonly<Record<string, Snippet>> = { HTML: html, React: react };
/** Code for a partner's backend, by language. */
export const BACKEND_CODE: Readonly<Record<string, Snippet>> = {
  'Node.js': node,
  Python: python,
  'C#': csharp,
  Rust: rust,
};

/** CSP directives that a partner's page needs. */
export const policyLines: Snippet = ({ portal }) => `script-src ${portal};\nframe-src ${portal};`;

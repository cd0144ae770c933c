/** Values that the code for a partner's developers contains. */
export interface SnippetValues {
  /** Code of the widget, and the name of its element. */
  widget: string;
  element: string;
  /** Origin of the portal. */
  portal: string;
  embedId: string;
  origin: string;
  userKey: string;
}

type Snippet = (values: SnippetValues) => string;

const html: Snippet = ({ portal, embedId, element }) => `<script src="${portal}/embed/v1.js" defer></script>
<${element} partner="${embedId}"></${element}>
<script type="module">
  const widget = document.querySelector('${element}');
  widget.fetchClientSecret = async () => {
    const response = await fetch('/widget-session', { method: 'POST' });
    if (!response.ok) throw new Error('The session could not be created.');
    return (await response.json()).clientSecret;
  };
  widget.addEventListener('select', ({ detail }) => console.log(detail.policyNumber));
</script>`;

const react: Snippet = ({ embedId, element }) => `import { useEffect, useRef } from 'react';

export function Policies({ fetchClientSecret, onSelect }) {
  const widget = useRef(null);
  useEffect(() => {
    const element = widget.current;
    element.fetchClientSecret = fetchClientSecret;
    const select = ({ detail }) => onSelect(detail);
    element.addEventListener('select', select);
    return () => element.removeEventListener('select', select);
  }, [fetchClientSecret, onSelect]);
  return <${element} ref={widget} partner="${embedId}" />;
}`;

const node: Snippet = ({
  portal,
  origin,
  userKey,
  widget,
}) => `const response = await fetch('${portal}/api/Embed/session', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.FIRMBOOK_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ widget: '${widget}', userKey: '${userKey}', origin: '${origin}' }),
});
if (!response.ok) throw new Error(await response.text());
const { clientSecret } = await response.json();`;

const python: Snippet = ({ portal, origin, userKey, widget }) => `import os, requests

response = requests.post(
    "${portal}/api/Embed/session",
    headers={"Authorization": f"Bearer {os.environ['FIRMBOOK_KEY']}"},
    json={"widget": "${widget}", "userKey": "${userKey}", "origin": "${origin}"},
    timeout=10,
)
response.raise_for_status()
client_secret = response.json()["clientSecret"]`;

const csharp: Snippet = ({ portal, origin, userKey, widget }) => `using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;

using var client = new HttpClient();
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("FIRMBOOK_KEY"));
using var response = await client.PostAsJsonAsync("${portal}/api/Embed/session",
    new { widget = "${widget}", userKey = "${userKey}", origin = "${origin}" });
response.EnsureSuccessStatusCode();
var session = await response.Content.ReadFromJsonAsync<JsonElement>();
var clientSecret = session.GetProperty("clientSecret").GetString();`;

const rust: Snippet = ({
  portal,
  origin,
  userKey,
  widget,
}) => `let session: serde_json::Value = reqwest::Client::new()
    .post("${portal}/api/Embed/session")
    .bearer_auth(std::env::var("FIRMBOOK_KEY")?)
    .json(&serde_json::json!({
        "widget": "${widget}", "userKey": "${userKey}", "origin": "${origin}"
    }))
    .send()
    .await?
    .error_for_status()?
    .json()
    .await?;
let client_secret = session["clientSecret"].as_str();`;

/** Code for the page of a partner, by language. */
export const PAGE_CODE: Readonly<Record<string, Snippet>> = { HTML: html, React: react };
/** Code for the backend of a partner, by language. */
export const BACKEND_CODE: Readonly<Record<string, Snippet>> = {
  'Node.js': node,
  Python: python,
  'C#': csharp,
  Rust: rust,
};

/** Directives that the content security policy of a partner's page needs. */
export const policyLines: Snippet = ({ portal }) => `script-src ${portal};\nframe-src ${portal};`;

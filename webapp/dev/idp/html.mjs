const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

export function layout(title, content) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(title)} · Firmbook</title>
    <link rel="stylesheet" href="/sign-in.css" />
  </head>
  <body>
    <main>
      <p class="brand">Firmbook</p>
      <h1>${escape(title)}</h1>
      ${content}
    </main>
  </body>
</html>`;
}

/** Renders one button per user, grouped by firm. */
export function picker({ users, wanted, problem }) {
  const groups = groupBy(users, firmOf);
  const sections = [...groups].map(([firm, members], index) => section(firm, members, index, wanted));
  const warning = problem ? `<p class="problem" role="alert">${escape(problem)}</p>` : '';
  return layout(
    'Select a user',
    `<p class="lead">These users are fictional and have no passwords.</p>${warning}
      <form method="post">${sections.join('')}</form>`,
  );
}

function section(firm, members, index, wanted) {
  const id = `firm-${index}`;
  const items = members.map((user) => `<li>${button(user, user.login === wanted)}</li>`).join('');
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escape(firm)}</h2><ul>${items}</ul></section>`;
}

function button({ login, name, note, admin, assignments }, first) {
  const places = assignments.length + (admin ? 1 : 0);
  const roles = assignments.map(({ role, firmName }) =>
    places > 1 ? `${roleLabel(role)} of ${firmName}` : roleLabel(role),
  );
  if (admin) roles.unshift(roleLabel(admin));
  return `<button name="login" value="${escape(login)}"${first ? ' autofocus' : ''}>
    <span class="name">${escape(name)}</span>
    <span class="role">${escape(roles.join(', '))}</span>
    <span class="note">${escape(note)}</span>
  </button>`;
}

const firmOf = ({ admin, assignments }) => {
  if (admin) return 'Firmbook staff';
  return assignments.length === 1 ? assignments[0].firmName : 'More than one firm';
};

const roleLabel = (role) =>
  role === 'TrustedAdvisor' ? 'Outside Advisor' : role.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

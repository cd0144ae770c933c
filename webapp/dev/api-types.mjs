// Prints the TypeScript types of the API, generated from docs/openapi.json.

import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));

for (const path of Object.values(document.paths)) {
  for (const operation of Object.values(path)) {
    // Without an id, the types of an operation are written inline, below its path.
    delete operation.operationId;
    // Every error has the same body, `Problem`.
    for (const status of Object.keys(operation.responses)) {
      if (!status.startsWith('2')) delete operation.responses[status];
    }
  }
}
delete document.components.responses;

// A field with a default is optional in a request.
const types = astToString(await openapiTS(document, { defaultNonNullable: false }));

// Leaves out members that are always absent.
const short = types
  .replaceAll(/^ +\w+\?: never;\n/gm, '')
  .replaceAll(/^ +headers: \{\n.*\n +\};\n/gm, '')
  .replaceAll(/^ +parameters: \{\n +\};\n/gm, '');
process.stdout.write(`// Generated from docs/openapi.json by \`cargo xtask check --fix\`.\n\n${short}`);

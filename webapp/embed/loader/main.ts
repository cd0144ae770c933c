/**
 * Defines the custom elements of widgets on a partner's page. Built as a classic script, see
 * docs/EMBEDDING.md.
 */
import { runCommands } from './commands';
import { defineElements } from './elements';

if (defineElements()) runCommands();

export { rejoinAccount } from './rejoin-account';
export { SwitchedDialog } from './switched-dialog';

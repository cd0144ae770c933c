/** Empty module that Jest loads in place of plain CSS files. */
export const nothing = null;

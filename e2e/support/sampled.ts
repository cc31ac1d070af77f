/** Tests with the tag `sampled` prove all of it: in `npm run long`. Else they take a part that they choose by themselves. */
export const isWhole = Boolean(process.env.DATAHALL_LONG)

/**
 * What a spreadsheet would run as a formula, also in the wide characters that some of them read as the narrow ones, and behind blanks
 * and quotes, which some drop before they look. In CSV files an apostrophe stands in front of it.
 */
export const FORMULA = /^(?:[\s\u00a0\ufeff"]*[=+\-@＝＋－＠]|[\t\r\n])/

/** A cell of a CSV file without the apostrophe that an export has put in front of a formula. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

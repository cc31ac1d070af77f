/** A piece of a sentence as one of its own. Rules and reasons of the server follow the name of a field in answers of the API. */
export const capitalised = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1)

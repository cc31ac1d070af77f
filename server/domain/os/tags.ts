/** Images of the catalogue with this tag are rescue systems. */
export const RESCUE_TAG = 'rescue'

/** Said once, with the stage it is drawn for. */
export const PORTRAIT_NOTE =
  'Its new portrait is being drawn; look again in a few minutes and portraits will have it.';

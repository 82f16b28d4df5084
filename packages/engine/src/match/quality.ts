/** How well words of a question match a name of the schema, from 0 to 1. */
export const quality = {
  /** The whole name, or a synonym that an administrator wrote: outranks every part of a name. */
  whole: 1,
  /** The name without its table's words, without 'is', or by its other common name: all but the whole. */
  bare: 0.97,
  /** 'name' for a first and a last name together: loses to a column that is called so. */
  partsOfName: 0.95,
  /** Two words in the other order, or 'name' for the column that rows are known by. */
  turned: 0.9,
  /** The end of a table's name: outranks the beginning, since the last noun is what the rows are. */
  tableEnd: 0.8,
  /** The end of a column's name, for the same reason. */
  columnEnd: 0.75,
  /** The beginning of a column's name, if only words such as 'code' or 'name' are missing. */
  columnStart: 0.7,
  /** Any other part of a name. */
  part: 0.5,
}

/** What another word for a name takes from its quality: a synonym of the whole name outranks a part of one. */
export const synonymFactor = 0.8
/** What a mere stem takes from it: loses to every synonym. */
export const stemFactor = 0.6

/** From here on words name something for sure: the whole name, or all of it that matters. */
export const certain = 0.9
/** From here on words are a name, and nothing else that they may be outranks it. */
export const exact = 0.95

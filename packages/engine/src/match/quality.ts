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
/** Table and column are equally good readings of a word if their qualities differ by no more. */
export const nearlyEqual = 0.05
/** A name from here on outranks a keyword of the same length. */
export const strongerThanKeyword = 0.65
/** A value from here on is the stored text itself, not its plural or what a word commonly stands for. */
export const certainValue = 0.86
/** From here on words are likely a name: a whole one in other words, or the end of a table's name. */
export const likely = 0.8
/** From here on words are rather a name than not: the end or the beginning of one. */
export const fair = 0.7
/** A column below this quality is no more than a verb that shares a word with it. */
export const verbLike = 0.6
/** A column below this quality is not read as one. */
export const leastColumn = 0.45
/** A table below this quality is not read as one: a stem of half a name. */
export const leastTable = 0.33
/** A column is read as such, not as a unit ('100 dollars'), from here on. */
export const strongerThanUnit = 0.65
/** Of table and column in one word, the table is read if it is as good but for rounding. */
export const rounding = 0.001
/** A value in another number, or one that the word commonly stands for: loses to the stored text itself. */
export const otherForm = 0.85

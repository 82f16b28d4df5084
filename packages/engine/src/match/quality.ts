/** How well words of a question match a name of the schema, from 0 to 1. */
export const quality = {
  /** The whole name, or a synonym from an administrator: outranks every part of a name. */
  whole: 1,
  /** The name without its table's words, without 'is', or by its other common name: nearly the whole. */
  bare: 0.97,
  /** 'name' for a first and a last name together: loses to a column with that name. */
  partsOfName: 0.95,
  /** Two words in reverse order, or 'name' for the column that identifies rows. */
  turned: 0.9,
  /** At most this for a name with a noun too many ('phone number' for a phone): stated as an assumption. */
  longer: 0.89,
  /** 'id' or 'number' for the key of a table that has no column with that name: stated as an assumption. */
  keyName: 0.88,
  /** The end of a table's name: outranks the beginning, since the last noun says what the rows are. */
  tableEnd: 0.8,
  /** The end of a column's name, for the same reason. */
  columnEnd: 0.75,
  /** The beginning of a column's name, if only words such as 'code' or 'name' are missing. */
  columnStart: 0.7,
  /** Any other part of a name. */
  part: 0.5,
}

/** The factor for another word for a name: a synonym of the whole name outranks a part of one. */
export const synonymFactor = 0.8
/** The factor for a stem: loses to every synonym. */
export const stemFactor = 0.6

/** The factors for a word that is only near a name: the same letters, derived from it, a typo, or a longer word for it. */
export const nearFactor = {
  compound: 0.95,
  derived: 0.75,
  typo: 0.75,
  short: 0.7,
  related: 0.85,
  perDistance: 0.2,
} as const

/** From here on words certainly name something: the whole name, or everything that matters of it. */
export const certain = 0.9
/** From here on words are a name that outranks any other meaning they may have. */
export const exact = 0.95
/** Table and column are equally good readings of a word if their qualities differ by no more than this. */
export const nearlyEqual = 0.05
/** A name from here on outranks a keyword of the same length. */
export const strongerThanKeyword = 0.65
/** From here on a value is the stored text itself, not its plural or a common equivalent of the word. */
export const certainValue = 0.86
/** From here on words are likely a name: a whole one in other words, or the end of a table's name. */
export const likely = 0.8
/** From here on words are more likely a name than not: the end or the beginning of one. */
export const fair = 0.7
/** A column below this quality is only a verb that shares a word with it. */
export const verbLike = 0.6
/** Minimum quality for a column. */
export const leastColumn = 0.45
/** Minimum quality for a table: a stem of half a name. */
export const leastTable = 0.33
/** From here on a column is read as a column, not as a unit ('100 dollars'). */
export const strongerThanUnit = 0.65
/** If a word names both a table and a column, the table is read if it is as good except for rounding. */
export const rounding = 0.001
/** A common equivalent of a value, such as 'female' for 'F': loses to the stored text itself. */
export const equivalent = 0.855
/** A value in singular or plural: loses to a common equivalent, because it may be an ordinary noun. */
export const otherForm = 0.85

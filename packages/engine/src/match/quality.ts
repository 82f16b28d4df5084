import data from '../weights.json' with { type: 'json' }

/** How well words must fit a name, from 0 to 1. */
export interface MatchWeights {
  /** How well words of a question match a name of the schema, from 0 to 1. */
  quality: {
    /** The whole name, or a synonym from an administrator: outranks every part of a name. */
    whole: number
    /** The name without its table's words, without 'is', or by its other common name: nearly the whole. */
    bare: number
    /** 'name' for a first and a last name together: loses to a column with that name. */
    partsOfName: number
    /** Two words in reverse order, or 'name' for the column that identifies rows. */
    turned: number
    /** At most this for a name with a noun too many ('phone number' for a phone): stated as an assumption. */
    longer: number
    /** 'id' or 'number' for the key of a table that has no column with that name: stated as an assumption. */
    keyName: number
    /** The end of a table's name: outranks the beginning, since the last noun says what the rows are. */
    tableEnd: number
    /** The end of a column's name, for the same reason. */
    columnEnd: number
    /** The beginning of a column's name, if only words such as 'code' or 'name' are missing. */
    columnStart: number
    /** Any other part of a name. */
    part: number
  }
  /** The factor for another word for a name: a synonym of the whole name outranks a part of one. */
  synonymFactor: number
  /** The factor for a stem: loses to every synonym. */
  stemFactor: number
  /** The factors for a word that is only near a name: the same letters, derived from it, a typo, or a longer word for it. */
  nearFactor: {
    compound: number
    derived: number
    typo: number
    short: number
    related: number
    perDistance: number
  }
  /** From here on words certainly name something: the whole name, or everything that matters of it. */
  certain: number
  /** From here on words are a name that outranks any other meaning they may have. */
  exact: number
  /** Table and column are equally good readings of a word if their qualities differ by no more than this. */
  nearlyEqual: number
  /** A name from here on outranks a keyword of the same length. */
  strongerThanKeyword: number
  /** From here on a value is the stored text itself, not its plural or a common equivalent of the word. */
  certainValue: number
  /** From here on words are likely a name: a whole one in other words, or the end of a table's name. */
  likely: number
  /** From here on words are more likely a name than not: the end or the beginning of one. */
  fair: number
  /** A column below this quality is only a verb that shares a word with it. */
  verbLike: number
  /** Minimum quality for a column. */
  leastColumn: number
  /** Minimum quality for a table: a stem of half a name. */
  leastTable: number
  /** From here on a column is read as a column, not as a unit ('100 dollars'). */
  strongerThanUnit: number
  /** If a word names both a table and a column, the table is read if it is as good except for rounding. */
  rounding: number
  /** A common equivalent of a value, such as 'female' for 'F': loses to the stored text itself. */
  equivalent: number
  /** A value in singular or plural: loses to a common equivalent, because it may be an ordinary noun. */
  otherForm: number
}

const weights: MatchWeights = data.match

export const {
  quality,
  synonymFactor,
  stemFactor,
  nearFactor,
  certain,
  exact,
  nearlyEqual,
  strongerThanKeyword,
  certainValue,
  likely,
  fair,
  verbLike,
  leastColumn,
  leastTable,
  strongerThanUnit,
  rounding,
  equivalent,
  otherForm,
} = weights

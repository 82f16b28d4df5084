import type { SqlWriting } from './sql-writing.ts'

/** Words that some dialect reserves. */
const reserved = new Set(
  (
    'add all alter and any as asc between by case cast check column constraint create cross current_date current_time current_timestamp database default delete desc distinct drop else end except exists ' +
    'false fetch filter for foreign from full grant group having if in index inner insert intersect interval into is join key language left level like limit match natural not null number of offset on or order outer over ' +
    'partition percent position primary range rank references right row rows select session set size start some table temp temporary then to trigger true type union unique update use user using value values view when where window with year month day date time timestamp ' +
    'transaction system public option plan comment mode file share access account audit exclusive increment initial integer char varchar decimal float real smallint double first last text end function procedure release replace count sum avg min max'
  ).split(' '),
)

/** An identifier as SQL: unquoted if the dialect reads it as stored, else quoted. */
export function identifier(dialect: SqlWriting, word: string): string {
  return dialect.plainName.test(word) && !reserved.has(word.toLowerCase()) ? word : dialect.quote(word)
}

import { measureOfAdjective } from '../lexicon/how.ts'
import { columnPhrase, tableItem } from './columns.ts'
import type { HintMention, Item } from './draft.ts'
import { isKind, isMainlyTable, keywordAt, peek, skip, type Parser } from './parser.ts'

/** 'how old is Ana', 'how tall are the players', 'how large is the population': the column that the adjective names. */
export function howItems(parser: Parser): Item[] | null {
  const hint = howWords(parser)
  if (hint === null || !skip(parser, 'be', 'question')) return null
  skip(parser, 'filler', 'all')
  if (isKind(peek(parser), 'each')) return [hint]
  if (keywordAt(parser, 'aggregate')?.fn === 'avg' && isMainlyTable(peek(parser, 1))) return averageRow(parser, hint)
  if (!isMainlyTable(peek(parser))) return [columnPhrase(parser) ?? hint]
  if (isKind(peek(parser, 1), 'possessive')) return [hint]
  const table = tableItem(parser)
  return table === null ? null : [table, hint]
}

/** 'how old': moves past the words; null if they name no measure. */
function howWords(parser: Parser): HintMention | null {
  const words = parser.chunks
    .slice(parser.at, parser.at + 2)
    .flatMap((one) => one.tokens)
    .map((one) => one.lower)
  const measured = words[0] === 'how' ? measureOfAdjective(words[1] ?? '') : null
  if (measured === null || words.length > 2) return null
  const hint: HintMention = { kind: 'hint', text: words.join(' '), words: [...measured], at: parser.at }
  parser.at += peek(parser)?.tokens.length === 1 ? 2 : 1
  return hint
}

/** 'how old is the average employee' */
function averageRow(parser: Parser, of: HintMention): Item[] | null {
  parser.at++
  return tableItem(parser) === null ? null : [{ kind: 'aggregate', fn: 'avg', of, at: of.at }]
}

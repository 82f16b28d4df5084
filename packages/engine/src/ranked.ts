import { message } from '@parlance/contract'
import { asksToChange } from './answer/missed-words.ts'
import { readingOf } from './answer/reading.ts'
import { isForeign } from './answer/small-talk.ts'
import { readingsOf } from './candidates/generate.ts'
import { rewritten } from './candidates/rewrite.ts'
import { knownTo, read, understood, type Reader } from './conversation.ts'
import type { Ambiguous, Understood } from './contract.ts'
import { Decline } from './decline.ts'
import { asksForTheirs, isFragment, needsPrior, pointsBack, soundsLikeFollowUp } from './interpret/follow-up.ts'
import { isInstruction } from './match/related-words.ts'
import { decide, rank, type Ranked } from './rank/rank.ts'

/**
 * The most likely reading of a question that is declined, a question back if several are about as likely, else the
 * decline.
 */
export function readRanked(reader: Reader, question: string, strict: Decline): Understood | Ambiguous | Decline {
  if (pointsBack(question) || asksForTheirs(question) || needsPrior(question)) return strict
  if (soundsLikeFollowUp(question) || isFragment(question)) return strict
  if (asksToChange(question) || strict.missed.some(isInstruction) || isForeign(question, strict.missed)) return strict
  const context = { ...knownTo(reader), question }
  const decision = decide(rank(context, readingsOf(context).others))
  if (decision.kind === 'answer') return answered(reader, question, decision.ranked)
  return decision.kind === 'ask' ? (askBack(reader, question, decision.ranked) ?? strict) : strict
}

function answered(reader: Reader, question: string, { reading, score }: Ranked): Understood | Decline {
  const found = understood(reader, reading, question)
  return found instanceof Decline ? found : { ...found, confidence: score }
}

/** Asks which reading is meant; null if the question can't be worded so that each of them is read strictly. */
function askBack(reader: Reader, question: string, ranked: readonly Ranked[]): Ambiguous | null {
  const { schema } = reader.prepared
  const readings = ranked.flatMap(({ reading }) => {
    const again = rewritten(question, reading.edits)
    const meant = understood(reader, reading, question)
    const found = again === null ? null : read(reader, again)
    if (again === null || found === null || found instanceof Decline || meant instanceof Decline) return []
    if (found.sql !== meant.sql) return []
    return [{ label: readingOf(schema, reading.query), question: again, sql: found.sql }]
  })
  const reason = message('The question could mean several things. Choose one.')
  return readings.length < 2 ? null : { understood: false, missed: [], reason, suggestions: [], readings }
}

import { message } from '@parlance/contract'
import type { ModelHandle } from '../models/vendor.ts'
import type { SqlWriter } from './contract.ts'
import { callModel, type CallPreferences } from './model-call.ts'
import { cacheKeyOf, instructionsFor, preparePrompt } from './prompt.ts'

/** A separate model that writes SQL for the leading one. */
export function createModelWriter(handle: ModelHandle, preferences: CallPreferences): SqlWriter {
  return async ({ question, failed }, turn) => {
    const { messages } = await preparePrompt(
      { ...turn, question },
      {
        cachePoint: handle.cachePoint,
        schemaCharacters: preferences.schemaCharacters,
        textShare: preferences.textShare,
      },
    )
    const again = failed
      ? [{ role: 'user' as const, content: `This SQL failed:\n${failed.sql}\nError: ${failed.error}\nCorrect it.` }]
      : []
    const answer = await callModel({
      handle,
      instructions: `${instructionsFor(turn, { hasRows: false })}\nOnly write SQL now: answer with the SQL and nothing else, and do not call a tool.`,
      messages: [...messages, ...again],
      tools: {},
      preferences,
      cacheKey: cacheKeyOf(turn),
      signal: turn.signal,
      onThinking: turn.think,
      onCounted: (call, form) => turn.record?.called(call, { form, prompt: 'other' }),
    })
    const sql = sqlIn(answer.text)
    if (sql === null)
      return {
        reason: message('{model} did not write SQL for this question.', { model: handle.id }),
        readings: [],
        usage: answer.usage,
      }
    return { sql, understood: null, usage: answer.usage }
  }
}

/** The statement in an answer, with or without a code fence; null if there is none. */
export function sqlIn(text: string): string | null {
  const open = text.indexOf('```')
  const close = open < 0 ? -1 : text.indexOf('```', open + 3)
  const fenced = close < 0 ? text : text.slice(open + 3, close)
  return /\b(?:SELECT|WITH)\b[\s\S]*/i.exec(fenced)?.[0].trim() ?? null
}

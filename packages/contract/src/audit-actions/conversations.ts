import { messagePattern } from '../messages.ts'
import type { ActionTexts } from './action-texts.ts'

/** Conversations, and the questions in them. */
export const conversationActions = {
  'question.ask': {
    done: messagePattern('{who} asked a question in {target}'),
    failed: messagePattern('{who} could not ask a question in {target}'),
    withoutTarget: {
      done: messagePattern('{who} asked a question'),
      failed: messagePattern('{who} could not ask a question'),
    },
  },
  'question.cancel': {
    done: messagePattern('{who} stopped an answer in {target}'),
    failed: messagePattern('{who} could not stop an answer in {target}'),
  },
  'session.clear-all': {
    done: messagePattern('{who} deleted all of their conversations'),
    failed: messagePattern('{who} could not delete their conversations'),
  },
  'session.create': {
    done: messagePattern('{who} started {target}'),
    failed: messagePattern('{who} could not start {target}'),
  },
  'session.delete': {
    done: messagePattern('{who} deleted {target}'),
    failed: messagePattern('{who} could not delete {target}'),
  },
  'session.expire': {
    done: messagePattern('{who} deleted old conversations'),
    failed: messagePattern('{who} could not delete old conversations'),
  },
  'session.reset': {
    done: messagePattern('{who} deleted conversations of all users'),
    failed: messagePattern('{who} could not delete conversations of all users'),
  },
  'session.update': {
    done: messagePattern('{who} changed {target}'),
    failed: messagePattern('{who} could not change {target}'),
  },
} as const satisfies Record<string, ActionTexts>

/** What reaches the rows of a database. */
export const queryActions = {
  'query.export': {
    done: messagePattern('{who} exported a full result'),
    failed: messagePattern('{who} could not export a full result'),
  },
  'query.run': {
    done: messagePattern('{who} queried {target}'),
    failed: messagePattern('{who} could not query {target}'),
  },
  'query.visualize': {
    done: messagePattern('{who} drew a chart of a full result'),
    failed: messagePattern('{who} could not draw a chart of a full result'),
  },
} as const satisfies Record<string, ActionTexts>

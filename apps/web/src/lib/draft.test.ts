// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { forgetDraft, forgetDrafts, keepDraft, keepUnsent, moveDraft, takeDraft } from './draft.ts'

beforeEach(() => sessionStorage.clear())

it('each conversation has its own draft', () => {
  keepDraft('one', 's1')
  keepDraft('two', 's2')
  expect([takeDraft('s1'), takeDraft('s2'), takeDraft('s3')]).toEqual(['one', 'two', ''])
  forgetDraft('other', 's1')
  forgetDraft('two', 's2')
  expect([takeDraft('s1'), takeDraft('s2')]).toEqual(['one', ''])
})

it('the first conversation that opens takes what was written before', () => {
  keepDraft('early', null)
  expect([takeDraft('s1'), takeDraft('s2'), takeDraft('s1')]).toEqual(['early', '', 'early'])
})

it('an unsent question does not replace one that is being typed', () => {
  keepDraft('typed', 's1')
  keepUnsent('sent', 's1', 't1')
  keepUnsent('sent', 's2', 't2')
  expect([takeDraft('s1'), moveDraft('s2', 's3'), takeDraft('s2')]).toEqual(['typed', 'sent', ''])
})

it('keeps the newest drafts of a tab, and none after signing out', () => {
  for (let at = 0; at < 60; at++) keepDraft(`text ${at}`, `s${at}`)
  expect([takeDraft('s0'), takeDraft('s59')]).toEqual(['', 'text 59'])
  forgetDrafts()
  expect(takeDraft('s59')).toBe('')
})

import { message, type Message } from '@parlance/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RuleMode } from '../../../lib/security/rule-mode.ts'

interface RuleSectionOptions<Value> {
  value: Value
  onChange: (value: Value) => void
  openingMode: (value: Value) => RuleMode
  /** Why a mode cannot show these rules; null if it can. */
  whyNot: (mode: RuleMode, value: Value) => Message | null
}

interface State<Value> {
  mode: RuleMode
  /** Increases when an editor must restart with other rules. */
  generation: number
  /** The rules this section last received or emitted. */
  seen: Value
  isReadable: boolean
  notice: Message | null
}

const unreadable = message(
  'The JSON is not valid at the marked position. Fix it or undo your changes before you switch.',
)

/** The mode of a security section, and the rules it emits. It reopens when the rules change from outside. */
export function useRuleSection<Value>({ value, onChange, openingMode, whyNot }: RuleSectionOptions<Value>) {
  const [state, setState] = useState<State<Value>>(() => openedWith(value, openingMode(value), 0))
  const isOther = state.seen !== value && JSON.stringify(state.seen) !== JSON.stringify(value)
  const shown = isOther ? openedWith(value, openingMode(value), state.generation + 1) : state
  if (isOther) setState(shown)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const emit = useCallback(
    (change: (value: Value) => Value, isReadable = true) => {
      const next = change(latest.current)
      latest.current = next
      setState((now) => ({ ...now, seen: next, isReadable, notice: null }))
      onChange(next)
    },
    [onChange],
  )
  const switchTo = (mode: RuleMode) => {
    if (mode === shown.mode) return
    const notice = shown.isReadable ? whyNot(mode, value) : unreadable
    if (notice !== null) setState({ ...shown, notice })
    else setState({ ...shown, mode, notice: null, generation: shown.generation + 1 })
  }
  return { mode: shown.mode, generation: shown.generation, notice: shown.notice, emit, switchTo }
}

function openedWith<Value>(value: Value, mode: RuleMode, generation: number): State<Value> {
  return { mode, generation, seen: value, isReadable: true, notice: null }
}

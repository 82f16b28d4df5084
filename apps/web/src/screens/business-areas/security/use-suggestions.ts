import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { fittingNames, replaceWord, typedWord, type TypedWord } from '../../../lib/security/condition-words.ts'

const offeredAtMost = 50

export type SuggestElement = HTMLInputElement | HTMLTextAreaElement

export interface SuggestionOptions {
  /** A name fills the whole field; in SQL, the word at the caret is completed. */
  kind: 'name' | 'sql'
  value: string
  onChange: (value: string) => void
  words: readonly string[]
  /** More words, loaded when the field gets the focus. */
  loadWords?: (() => Promise<string[]>) | undefined
  /** Offers a new attribute while `:user.` is typed. Receives the typed word, and what inserts the chosen one. */
  onNew?: ((typed: string, take: (name: string) => void) => void) | undefined
}

/** The suggestion of a new attribute; no word contains spaces. */
export const newAttributeOffer = 'New attribute'

const noNames: string[] = []

/** The suggestions of a field while the user types, and its keyboard handling. */
export function useSuggestions({ kind, value, onChange, words, loadWords, onNew }: SuggestionOptions) {
  const [field, setField] = useState<SuggestElement | null>(null)
  const [typed, setTyped] = useState<TypedWord | null>(null)
  const [chosen, setChosen] = useState(-1)
  const more = useMoreWords(loadWords)
  // Use the current words, so that words that arrive while the user types are suggested at once.
  const isNewOffered = onNew !== undefined && (typed?.word.startsWith(':user') ?? false)
  const names = useMemo(() => {
    const fitting = typed === null ? noNames : fittingNames([...words, ...more.words], typed.word, offeredAtMost)
    return isNewOffered ? [...fitting, newAttributeOffer] : fitting
  }, [typed, words, more.words, isNewOffered])
  // Enter takes the first name that completes the typed word, without choosing it first.
  const isCompleted =
    typed !== null && typed.word !== '' && names[0]?.toLowerCase().startsWith(typed.word.toLowerCase())
  const marked = chosen < 0 && isCompleted === true ? 0 : chosen
  const caretAfter = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caretAfter.current === null) return
    field?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  })

  const offer = (text: string, caret: number, isAsked = false) => {
    const word = kind === 'name' ? { start: 0, word: text.trim() } : typedWord(text, caret)
    setTyped(word ?? (isAsked ? { start: caret, word: '' } : null))
    setChosen(-1)
  }
  const close = () => {
    setTyped(null)
    setChosen(-1)
  }
  const take = (name: string) => {
    if (typed === null || field === null) return
    if (name === newAttributeOffer) {
      onNew?.(typed.word, take)
      return close()
    }
    const caret = field.selectionStart ?? value.length
    const done = kind === 'name' ? { text: name, caret: name.length } : replaceWord(value, caret, typed, name)
    caretAfter.current = done.caret
    onChange(done.text)
    close()
  }
  const handleClosedKey = (event: KeyboardEvent<SuggestElement>) => {
    // The dialog around the field stays open, so that a second Escape does not close it with what was typed.
    if (event.key === 'Escape' && value !== '') event.stopPropagation()
    // This field handles Enter: it must not submit the surrounding form.
    if (event.key === 'Enter' && kind === 'name') event.preventDefault()
    const isAsked =
      (event.key === 'ArrowDown' && (kind === 'name' || event.altKey)) || (event.key === ' ' && event.ctrlKey)
    if (!isAsked) return
    event.preventDefault()
    offer(value, event.currentTarget.selectionStart ?? value.length, true)
  }
  const handleOpenKey = (event: KeyboardEvent<SuggestElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen(marked < 0 && step < 0 ? names.length - 1 : (marked + step + names.length) % names.length)
    } else if (event.key === 'Escape') {
      // Keep the surrounding dialog open.
      event.stopPropagation()
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      // Tab also leaves a field, so it takes only a name that the user chose.
      const name = names[event.key === 'Enter' ? marked : chosen]
      if (event.key === 'Enter' && (name !== undefined || kind === 'name')) event.preventDefault()
      if (name === undefined) close()
      else take(name)
    }
  }
  return {
    field,
    setField,
    names,
    marked,
    take,
    close,
    offer,
    load: more.load,
    handleKeyDown: names.length > 0 ? handleOpenKey : handleClosedKey,
  }
}

/** Words loaded on the first focus, and again when their source changes. */
function useMoreWords(load: (() => Promise<string[]>) | undefined) {
  const [known, setKnown] = useState<{ of: typeof load; words: string[] }>({ of: undefined, words: noNames })
  const asked = useRef<typeof load>(undefined)
  return {
    words: known.of === load ? known.words : noNames,
    load: () => {
      if (load === undefined || asked.current === load) return
      asked.current = load
      void load().then((words) => setKnown({ of: load, words }))
    },
  }
}

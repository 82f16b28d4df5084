import type { RefObject } from 'react'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'

/** In pixels: the space above a question that the user moved to by keyboard. */
const headroom = 12

/**
 * Moves from question to question by keyboard, along with the focus, so that Tab reaches the controls of the answer
 * next.
 */
export function useTurnSteps(scroller: RefObject<HTMLElement | null>, isAsked: boolean, onTaken: () => void): void {
  const step = (direction: 1 | -1) => {
    const frame = scroller.current
    if (frame === null) return
    const questions = [...frame.querySelectorAll<HTMLElement>('[data-kind="question"]')]
    const question = questions[indexFrom(frame, questions, direction)]
    if (question === undefined) return
    onTaken()
    question.focus({ preventScroll: true })
    frame.scrollTo({ top: question.offsetTop - headroom })
  }
  useAction(actions.nextTurn, () => step(1), isAsked)
  useAction(actions.previousTurn, () => step(-1), isAsked)
}

/** The question after or before the reader's position: the focused one, else the first or last visible one. */
function indexFrom(frame: HTMLElement, questions: HTMLElement[], direction: 1 | -1): number {
  const active = document.activeElement
  if (active === null || active === frame || !frame.contains(active)) {
    const { scrollTop, clientHeight } = frame
    return direction === 1
      ? questions.findIndex(({ offsetTop }) => offsetTop >= scrollTop)
      : questions.findLastIndex(({ offsetTop }) => offsetTop < scrollTop + clientHeight)
  }
  const isPast = (question: HTMLElement) =>
    (question.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const passed = questions.filter(isPast).length
  if (direction === -1) return passed - 1
  return questions[passed] === active ? passed + 1 : passed
}

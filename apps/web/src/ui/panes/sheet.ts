import { createContext, useMemo, useRef, useState, type PointerEvent } from 'react'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { stackedMedia, useMedia } from '../../lib/use-media.ts'

/** How much of a narrow screen the results take: only their title, half, or all of it. */
export const sheetSizes = ['low', 'half', 'full'] as const
export type SheetSize = (typeof sheetSizes)[number]

/** The results as a sheet over the lower part of a narrow screen. */
export interface Sheet {
  size: SheetSize
  /** Goes to the next size: from half to full, then low, then half. */
  advance: () => void
  /** Makes a low sheet half as high as the screen. */
  raise: () => void
  /** Makes it larger or smaller by one size. */
  step: (direction: 1 | -1) => void
}

/** The sheet; null on wide screens, where the results are next to the conversation. */
export const SheetContext = createContext<Sheet | null>(null)

/** The sheet of this page. In full height it covers the conversation, so the browser's Back makes it half as high. */
export function useSheet(): Sheet | null {
  const isStacked = useMedia(stackedMedia)
  const [size, setSize] = useState<SheetSize>('half')
  const step = useBackCloses('sheet', () => setSize('half'))
  return useMemo(() => {
    if (!isStacked) return null
    const change = (next: SheetSize) => {
      setSize(next)
      if (next === 'full') step.begin()
      else step.end()
    }
    return {
      size,
      advance: () => change(({ low: 'half', half: 'full', full: 'low' } as const)[size]),
      raise: () => change(size === 'low' ? 'half' : size),
      step: (direction) => change(sheetSizes[sheetSizes.indexOf(size) + direction] ?? size),
    }
  }, [isStacked, size, step])
}

/** In pixels: a shorter movement of the finger is a tap. */
const shortestSwipe = 24

/** Handlers for an element that a finger taps, or swipes up and down. */
export function useSwipe(sheet: Sheet) {
  const start = useRef<number | null>(null)
  const isSwiped = useRef(false)
  return {
    onPointerDown: ({ clientY }: PointerEvent) => {
      start.current = clientY
      isSwiped.current = false
    },
    onPointerUp: ({ clientY }: PointerEvent) => {
      const moved = start.current === null ? 0 : clientY - start.current
      start.current = null
      if (!(Math.abs(moved) >= shortestSwipe)) return
      isSwiped.current = true
      sheet.step(moved < 0 ? 1 : -1)
    },
    onClick: () => {
      if (!isSwiped.current) sheet.advance()
      isSwiped.current = false
    },
  }
}

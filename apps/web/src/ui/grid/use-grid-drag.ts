import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { edgeStep, placeUnder, type GridPlace } from './grid-range.ts'

/** The positions of a grid's cells, in pixels. */
export interface GridGeometry {
  scroller: RefObject<HTMLElement | null>
  rowHeight: number
  rowCount: number
  headerHeight: number
  /** The distance from the grid's left edge to each column's end. */
  ends: number[]
}

interface Pointer {
  x: number
  y: number
}

/**
 * Follows a pressed pointer, also outside the grid; at the grid's edges the rows and columns keep scrolling while it is
 * held there. Calls `reach` with every place the pointer reaches.
 */
export function useGridDrag(geometry: GridGeometry, reach: (place: GridPlace) => void) {
  const latest = useRef({ geometry, reach })
  useEffect(() => {
    latest.current = { geometry, reach }
  })
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  /** @param from the cell where the pointer was pressed */
  return useCallback((from: GridPlace) => {
    stop.current?.()
    let pointer: Pointer | null = null
    let frame = 0
    const follow = () => {
      if (pointer !== null) latest.current.reach(placeOf(pointer, latest.current.geometry, from))
    }
    const scrollOn = () => {
      frame = 0
      const scroller = latest.current.geometry.scroller.current
      if (scroller === null || pointer === null) return
      const { x, y } = stepOf(pointer, scroller, latest.current.geometry, from)
      if (x === 0 && y === 0) return
      const before = { left: scroller.scrollLeft, top: scroller.scrollTop }
      scroller.scrollLeft += x
      scroller.scrollTop += y
      if (scroller.scrollLeft === before.left && scroller.scrollTop === before.top) return
      follow()
      frame = requestAnimationFrame(scrollOn)
    }
    const handleMove = (event: PointerEvent) => {
      if ((event.buttons & 1) === 0) {
        stop.current?.()
        return
      }
      pointer = { x: event.clientX, y: event.clientY }
      const place = cellOf(event.target, latest.current.geometry, from)
      if (place === null) follow()
      else latest.current.reach(place)
      if (frame === 0) frame = requestAnimationFrame(scrollOn)
    }
    const end = () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', handleMove)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      stop.current = null
    }
    window.addEventListener('pointermove', handleMove)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    stop.current = end
  }, [])
}

/** The cell or column header that contains an element; the row of a header is -1. */
export function placeOfElement(target: EventTarget | null): GridPlace | null {
  if (!(target instanceof Element)) return null
  const [row, column] = (target.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '').split(':').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}

/** The cell under a pointer; null if there is none, or if it covers the cells being dragged over. */
function cellOf(target: EventTarget | null, geometry: GridGeometry, from: GridPlace): GridPlace | null {
  const scroller = geometry.scroller.current
  if (scroller === null || !(target instanceof Node) || !scroller.contains(target)) return null
  const place = placeOfElement(target)
  if (place === null || place.row < 0) return null
  return place.column === 0 && from.column > 0 && scroller.scrollLeft > 0 ? null : place
}

/** The width of the fixed columns: the row numbers, and the first column unless the drag started there. */
function fixedWidth({ ends }: GridGeometry, from: GridPlace, scrolled: boolean): number {
  return scrolled && from.column > 0 ? (ends[0] ?? 0) : 0
}

function stepOf(pointer: Pointer, scroller: HTMLElement, geometry: GridGeometry, from: GridPlace): Pointer {
  const view = scroller.getBoundingClientRect()
  const left = view.left + fixedWidth(geometry, from, scroller.scrollLeft > 0)
  const right = view.left + scroller.clientWidth
  const top = view.top + geometry.headerHeight
  const bottom = view.top + scroller.clientHeight
  return { x: edgeStep(pointer.x, left, right), y: edgeStep(pointer.y, top, bottom) }
}

function placeOf(pointer: Pointer, geometry: GridGeometry, from: GridPlace): GridPlace {
  const scroller = geometry.scroller.current
  if (scroller === null) return from
  const view = scroller.getBoundingClientRect()
  const fixed = fixedWidth(geometry, from, scroller.scrollLeft > 0)
  const x = clamp(pointer.x - view.left, fixed, scroller.clientWidth - 1) + scroller.scrollLeft
  const y = clamp(pointer.y - view.top - geometry.headerHeight, 0, scroller.clientHeight - geometry.headerHeight - 1)
  return placeUnder({ x, y: y + scroller.scrollTop }, geometry)
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(highest, value))
}

import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetContext, type Sheet } from './sheet.ts'

const initialLeft = 40
const minimumWidth = 300
const gap = 8
const keyStep = 2

interface PanesProps {
  left: ReactNode
  right: ReactNode
  /** The right pane as a sheet; null if the panes stand side by side. */
  sheet: Sheet | null
}

/**
 * Two panes with a handle between them. The pointer and the arrow keys move the handle, and each pane stays at least
 * 300 px wide. On narrow screens, they are stacked, and the right one is a sheet of three heights; in full height it covers
 * the left one, which then takes no focus.
 */
export function Panes({ left, right, sheet }: PanesProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(initialLeft)
  const [dragging, setDragging] = useState(false)

  const place = (wanted: number) => setShare(keepWithin(wanted, frame.current?.clientWidth ?? 0))
  const handlePointerMove = (event: PointerEvent) => {
    const bounds = frame.current?.getBoundingClientRect()
    if (!dragging || bounds === undefined || bounds.width === 0) return
    place(((event.clientX - bounds.left) / bounds.width) * 100)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key]
    if (step === undefined) return
    event.preventDefault()
    place(share + step)
  }

  return (
    <div
      className="group/panes grid min-h-0 flex-1 max-md:grid-cols-[minmax(0,1fr)] max-md:grid-rows-[minmax(0,1fr)_minmax(0,1fr)] max-md:data-[sheet=full]:grid-rows-[0_minmax(0,1fr)] max-md:data-[sheet=low]:grid-rows-[minmax(0,1fr)_auto] max-md:data-[sheet=low]:pb-[env(safe-area-inset-bottom)] md:grid-cols-[minmax(300px,calc(var(--left,40)*1%))_8px_minmax(300px,1fr)]"
      ref={frame}
      data-sheet={sheet?.size}
      style={{ '--left': share } as Record<string, number>}
    >
      <div className="contents" inert={sheet?.size === 'full'}>
        {left}
      </div>
      <div
        className="relative cursor-col-resize touch-none before:absolute before:inset-y-0 before:left-1/2 before:w-px before:bg-line after:absolute after:top-[calc(50%-16px)] after:left-[calc(50%-1px)] after:h-8 after:w-[3px] after:rounded-xs after:bg-line-strong hover:before:bg-accent data-[dragging=true]:before:bg-accent max-md:hidden"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as a splitter, hr cannot take focus and keys
        role="separator"
        aria-orientation="vertical"
        aria-label={t('Resize the conversation')}
        aria-valuenow={Math.round(share)}
        aria-valuemin={0}
        aria-valuemax={100}
        tabIndex={0}
        data-dragging={dragging}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragging(true)
        }}
        onPointerMove={handlePointerMove}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        onKeyDown={handleKeyDown}
      />
      <SheetContext value={sheet}>{right}</SheetContext>
    </div>
  )
}

/** The percentage of the frame for the left pane that leaves both panes at least 300 px wide. */
export function keepWithin(percent: number, frameWidth: number): number {
  if (frameWidth <= 2 * minimumWidth + gap) return initialLeft
  const least = (minimumWidth / frameWidth) * 100
  const most = ((frameWidth - minimumWidth - gap) / frameWidth) * 100
  return Math.min(most, Math.max(least, percent))
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of suggestions below a field is not a select */
import { cn } from '../../../lib/cn.ts'
import { KeyboardKey } from '../../../ui/keyboard-key.tsx'
import { menuClass, menuItemClass } from '../../../ui/menu.tsx'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useParameterNote } from './rule-sources.ts'
import { newAttributeOffer, type SuggestElement } from './use-suggestions.ts'

interface OfferListProps {
  id: string
  anchor: SuggestElement | null
  names: string[]
  marked: number
  label: string
  onTake: (name: string) => void
}

/** The suggested names below the field, in front of any container that would clip them. */
export function OfferList({ id, anchor, names, marked, label, onTake }: OfferListProps) {
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = popup.current
    if (element === null || anchor === null) return undefined
    const follow = (event?: Event) => {
      if (!(event?.target instanceof Node && element.contains(event.target))) placeBelow(element, anchor)
    }
    follow()
    if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover()
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  }, [anchor])
  useEffect(() => {
    if (marked >= 0) document.getElementById(`${id}-${marked}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, marked])
  return (
    <div
      ref={popup}
      className={cn(
        menuClass,
        'fixed inset-auto z-60 m-0 max-w-[min(480px,calc(100vw-24px))] text-ink open:flex open:flex-col',
      )}
      popover="manual"
    >
      <div id={`${id}-list`} className="min-h-0 overflow-y-auto" role="listbox" aria-label={label}>
        {names.map((name, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
          <div
            key={name}
            id={`${id}-${index}`}
            className={cn(menuItemClass, 'cursor-pointer! font-mono text-dense wrap-anywhere hover:bg-hover')}
            role="option"
            aria-selected={index === marked}
            data-highlighted={index === marked ? '' : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(name)}
          >
            {name === newAttributeOffer ? (
              <span className="font-sans text-accent">{t('New attribute')}</span>
            ) : (
              <bdi>{name}</bdi>
            )}
            <ParameterNote name={name} />
          </div>
        ))}
      </div>
      <p
        // Narrow screens show no keys, because phones have none.
        className="mt-1 flex gap-3 border-t border-line px-2 pt-1.5 pb-0.5 text-meta text-muted max-md:hidden"
        aria-hidden
      >
        {marked >= 0 && (
          <span>
            <KeyboardKey>Enter</KeyboardKey> {t('inserts')}
          </span>
        )}
        <span>
          <KeyboardKey>Esc</KeyboardKey> {t('closes')}
        </span>
      </p>
    </div>
  )
}

function ParameterNote({ name }: { name: string }) {
  const note = useParameterNote()(name)
  return note === null ? null : <span className="ml-auto pl-3 font-sans text-meta text-faint">{note}</span>
}

const gap = 4
const edge = 12

/** Places the list below its field, or above if there is more room. */
function placeBelow(list: HTMLElement, field: HTMLElement): void {
  const place = field.getBoundingClientRect()
  const below = window.innerHeight - place.bottom
  const isAbove = below < 200 && place.top > below
  Object.assign(list.style, {
    left: `${Math.max(edge, Math.min(place.left, window.innerWidth - list.offsetWidth - edge))}px`,
    minWidth: `${Math.min(place.width, 320)}px`,
    maxHeight: `${Math.max(80, Math.min(240, (isAbove ? place.top : below) - edge))}px`,
    top: isAbove ? 'auto' : `${place.bottom + gap}px`,
    bottom: isAbove ? `${window.innerHeight - place.top + gap}px` : 'auto',
  })
}

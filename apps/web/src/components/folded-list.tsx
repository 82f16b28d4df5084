import { Fragment, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../ui/link-button.tsx'
import { formatCount } from '../lib/format.ts'

interface FoldedProps {
  items: string[]
  /** The number of visible items before the rest is requested. */
  shown: number
}

/** Names on one line, such as tables: the first ones, and the rest on request. */
export function FoldedNames({ items, shown }: FoldedProps) {
  const { visible, toggle } = useFold(items, shown)
  return (
    <>
      {visible.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {toggle !== null && <> {toggle}</>}
    </>
  )
}

/** Sentences in a column: the first ones, and the rest on request. */
export function FoldedSentences({ items, shown }: FoldedProps) {
  const { visible, toggle } = useFold(items, shown)
  return (
    <>
      <ul className="list-disc ps-4 wrap-anywhere">
        {visible.map((sentence) => (
          <li key={sentence} className="only:-ms-4 only:list-none" dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
      {toggle}
    </>
  )
}

function useFold(items: string[], shown: number): { visible: string[]; toggle: ReactNode } {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const distinct = [...new Set(items)]
  const rest = distinct.length - shown
  if (rest <= 0) return { visible: distinct, toggle: null }
  return {
    visible: isOpen ? distinct : distinct.slice(0, shown),
    toggle: (
      <LinkButton
        className="max-md:inline-block max-md:min-h-6"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('Show fewer') : t('and {n} more', { n: formatCount(rest) })}
      </LinkButton>
    ),
  }
}

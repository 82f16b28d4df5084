import { useMemo, type ReactNode } from 'react'
import type { TextFigure } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { cn } from '../../../lib/cn.ts'
import { figureOf } from '../../../lib/turn/figure-links.ts'

// An image in a model's text could send data to its address, so none is ever loaded.
const refused = ['img', 'script', 'iframe']
const plugins = [remarkGfm]
/** How Markdown is rendered: a figure opens its rows, and any other link shows where it leads. */
function componentsOf(figures: TextFigure[], onFigure: (figure: TextFigure) => void): Components {
  return {
    a: ({ href, children }) => {
      if (href === undefined || href === '') return children
      const figure = figureOf(href, figures)
      if (figure !== null) return <Figure onShow={() => onFigure(figure)}>{children}</Figure>
      return <OutsideLink href={href}>{children}</OutsideLink>
    },
  }
}

/** A text that begins with a number, with or without a sign before it. Names of rows look less important. */
const startsWithNumber = /^\P{L}{0,3}\p{N}/u

function Figure({ onShow, children }: { onShow: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  const isNumber = typeof children === 'string' && startsWithNumber.test(children)
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines may break inside of a span, but not after a parenthesis before it
      role="button"
      tabIndex={0}
      className={cn(
        'cursor-pointer border-b border-line-strong tabular-nums hover:border-accent hover:bg-(--accent-soft)',
        isNumber && 'font-medium',
      )}
      title={t('Show its rows')}
      onClick={onShow}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onShow()
      }}
    >
      {children}
    </span>
  )
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const link = (text: ReactNode) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  )
  // A link's text may hide an address that sends data out, so the answer shows the address.
  const isPlain = typeof children === 'string' && [children, `mailto:${children}`, `http://${children}`].includes(href)
  return isPlain ? (
    link(children)
  ) : (
    <>
      {children} ({link(href)})
    </>
  )
}

interface FormattedTextProps {
  /** Markdown. */
  text: string
  figures: TextFigure[]
  onFigure: (figure: TextFigure) => void
}

/** Markdown of an answer, without images, with figures that open their rows. */
export function FormattedText({ text, figures, onFigure }: FormattedTextProps) {
  const components = useMemo(() => componentsOf(figures, onFigure), [figures, onFigure])
  return (
    <Markdown remarkPlugins={plugins} disallowedElements={refused} unwrapDisallowed components={components}>
      {text}
    </Markdown>
  )
}

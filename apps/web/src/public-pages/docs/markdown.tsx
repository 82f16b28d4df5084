import { Fragment, isValidElement } from 'react'
import type { ReactNode } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { SqlText } from '../parts/sql-text.tsx'
import { docsPathOf } from './contents.ts'
import type { DocsPage } from './docs-pages.ts'

/** Renders a page's Markdown as HTML. Headings get ids, and links to other files become links to their pages. */
export function DocsMarkdown({ page }: { page: DocsPage }) {
  const waiting = page.headings.slice()
  const heading = (Level: 'h1' | 'h2' | 'h3') =>
    function Heading({ children }: { children?: ReactNode }) {
      const id = waiting.shift()?.id
      return (
        <Level id={id}>
          {children}
          {Level !== 'h1' && (
            <a className="anchor" href={`#${id}`} aria-label="Link to this section">
              #
            </a>
          )}
        </Level>
      )
    }
  const components: Components = {
    h1: heading('h1'),
    h2: heading('h2'),
    h3: heading('h3'),
    a: ({ href = '', children }) => <DocsLink file={page.file} href={href} text={children} />,
    pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
    code: ({ children, className }) => <code className={className}>{breakable(children)}</code>,
    table: ({ children }) => (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone
      <section className="scroll-x" tabIndex={0} aria-label="Table">
        <table className="data-table">{children}</table>
      </section>
    ),
    img: () => null,
  }
  return (
    <Markdown remarkPlugins={[remarkGfm]} components={components}>
      {page.markdown}
    </Markdown>
  )
}

/** Shows only the name of a linked file that isn't a page of the site. */
function DocsLink({ file, href, text }: { file: string; href: string; text: ReactNode }) {
  if (/^(https?:|mailto:|\/)/.test(href)) return <a href={href}>{text}</a>
  const path = docsPathOf(file, href)
  return path === null ? <span>{text}</span> : <a href={path}>{text}</a>
}

function CodeBlock({ children }: { children: ReactNode }) {
  const { className, text } = codeOf(children)
  if (className === 'language-sql') return <SqlText sql={text.trimEnd()} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone
    <pre className="command" tabIndex={0}>
      {children}
    </pre>
  )
}

/** Lets a long name break after its underscores, so that it leaves room in a table. */
function breakable(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || text.includes('\n') || !text.includes('_')) return text
  const parts = text.split(/(?<=_)(?=\w)/)
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the text never changes
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

function codeOf(children: ReactNode): { className: string; text: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return { className: '', text: '' }
  const { className = '', children: text } = children.props
  return { className, text: typeof text === 'string' ? text : '' }
}

import { Input } from '../../ui/input.tsx'
import { docsContents } from './contents.ts'
import type { DocsPage } from './docs-pages.ts'
import { DocsMarkdown } from './markdown.tsx'

/** One page of the documentation, with the contents and the page's headings at its sides. */
export function DocsPageView({ page, pages }: { page: DocsPage; pages: DocsPage[] }) {
  const place = pages.findIndex(({ slug }) => slug === page.slug)
  const sections = page.headings.filter(({ level }) => level === 2)
  return (
    <div className="docs">
      <aside className="docs-side">
        <search data-needs-script>
          <form className="docs-search" data-docs-search>
            <label className="visually-hidden" htmlFor="docs-search">
              Search the documentation
            </label>
            <Input
              id="docs-search"
              type="search"
              placeholder="Search the documentation"
              autoComplete="off"
              aria-controls="docs-found"
            />
            <ol id="docs-found" className="docs-found" aria-live="polite" hidden />
          </form>
        </search>
        <button
          type="button"
          className="docs-menu"
          data-docs-menu
          data-needs-script
          aria-expanded="false"
          aria-controls="docs-contents"
        >
          Contents
        </button>
        <Contents page={page} pages={pages} />
      </aside>
      <article className="prose">
        <DocsMarkdown page={page} />
        <nav className="docs-next" aria-label="Neighbouring pages">
          <Neighbour page={pages[place - 1]} label="Previous" />
          <Neighbour page={pages[place + 1]} label="Next" />
        </nav>
      </article>
      {sections.length > 1 && (
        <nav className="docs-outline" aria-label="On this page">
          <p>On this page</p>
          <ul>
            {sections.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function Contents({ page, pages }: { page: DocsPage; pages: DocsPage[] }) {
  return (
    <nav id="docs-contents" className="docs-contents" aria-label="Documentation">
      {docsContents.map((group) => (
        <div key={group.title} className="docs-group">
          <p>{group.title}</p>
          <ul>
            {group.entries.map(({ slug }) => (
              <li key={slug}>
                <a href={`/docs/${slug}`} aria-current={slug === page.slug ? 'page' : undefined}>
                  {pages.find((other) => other.slug === slug)?.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Neighbour({ page, label }: { page: DocsPage | undefined; label: string }) {
  if (!page) return <span />
  return (
    <a href={`/docs/${page.slug}`}>
      <span className="text-muted">{label}</span>
      {page.title}
    </a>
  )
}

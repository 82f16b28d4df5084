import { buttonClass } from '../../ui/button.tsx'
import { SqlText } from '../parts/sql-text.tsx'
import { parts } from './parts.ts'
import type { FeaturePart } from './parts.ts'
import { codeClass } from '../../ui/sql-view.tsx'
import { cn } from '../../lib/cn.ts'

const rule = '"orders": {\n  "condition":\n    "rep_id = :current_user_id"\n}'
const written = 'SELECT status, COUNT(*) AS orders\nFROM orders\nGROUP BY status'
const executed =
  'SELECT status, COUNT(*) AS orders\nFROM (\n  SELECT * FROM orders\n  WHERE rep_id = ?\n) AS orders\nGROUP BY status'

export function FeaturesPage() {
  return (
    <>
      <section className="hero hero-small">
        <h1>Features</h1>
        <p>How Parlance gets from a question to an answer that you can check.</p>
      </section>
      {parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
      <section className="closing">
        <div className="min-w-0 flex-1">
          <h2>See it on the sample shop</h2>
          <p>It is connected when you start.</p>
        </div>
        <a className={buttonClass({ kind: 'primary', size: 'large' })} href="/register">
          Get Started Free
        </a>
        <a className={buttonClass({ size: 'large' })} href="/docs">
          View Documentation
        </a>
      </section>
    </>
  )
}

function Part({ part }: { part: FeaturePart }) {
  return (
    <section className="feature" id={part.id}>
      <div>
        <h2>{part.title}</h2>
        {part.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <ul className="facts">
        {part.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {part.id === 'security' && <RewriteExample />}
    </section>
  )
}

/** A query as the model wrote it, a row rule, and the query that runs. */
function RewriteExample() {
  return (
    <ol className="rewrite">
      <li className="code-box">
        <p className="code-name">Written by the model</p>
        <SqlText sql={written} />
      </li>
      <li className="code-box">
        <p className="code-name">The rule</p>
        <pre className={cn(codeClass, 'sql-text')}>
          <code>{rule}</code>
        </pre>
      </li>
      <li className="code-box">
        <p className="code-name">Run on the database</p>
        <SqlText sql={executed} />
      </li>
    </ol>
  )
}

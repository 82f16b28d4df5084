import { Check, Minus } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { cn } from '../../lib/cn.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { comparison, plans, questions } from './plans.ts'
import type { Plan } from './plans.ts'

/** The server replaces this with the configured sales address when it serves the page. */
export const salesAddressMark = '%SALES_EMAIL%'

export function PricingPage() {
  return (
    <>
      <section className="hero hero-small">
        <h1>Pricing</h1>
        <p>
          Every installation starts with a 14-day trial of Enterprise. Without a license, it then has the limits of
          Personal.
        </p>
      </section>
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
      <Comparison />
      <section aria-labelledby="faq" className="common-questions">
        <h2 id="faq">Questions and answers</h2>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
        <noscript>
          <p>
            Contact Sales: please email <a href={`mailto:${salesAddressMark}`}>{salesAddressMark}</a>.
          </p>
        </noscript>
        <p className="text-muted">
          See <a href="/docs/editions">Editions and licenses</a> for what each license enforces in this version.
        </p>
      </section>
      <dialog
        className="sales"
        role="alertdialog"
        aria-labelledby="sales-title"
        aria-describedby="sales-text"
        data-sales-dialog
      >
        <h2 id="sales-title">Contact Sales</h2>
        <p id="sales-text">
          Please email <a href={`mailto:${salesAddressMark}`}>{salesAddressMark}</a> for pricing and custom solutions.
        </p>
        <form method="dialog">
          <button type="submit" className={buttonClass({ kind: 'primary' })}>
            OK
          </button>
        </form>
      </dialog>
    </>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  const limits = [
    [plan.limits.users, plan.limits.users === 1 ? 'user' : 'users'],
    [plan.limits.databases, 'database connections'],
    [plan.limits.businessAreas, 'business areas'],
    [plan.limits.tablesPerArea, 'tables per area'],
  ] as const
  return (
    <li className={cn('plan', plan.highlighted && 'plan-top')}>
      <p className="plan-head">
        <strong className="plan-name">{plan.name}</strong>
        {plan.highlighted && <Badge tone="info">Most Popular</Badge>}
      </p>
      <p className="plan-price">
        {plan.price}
        {plan.period !== '' && <span className="text-muted"> {plan.period}</span>}
      </p>
      <p className="text-muted">{plan.description}</p>
      <button
        type="button"
        className={buttonClass({ kind: plan.highlighted ? 'primary' : 'plain', size: 'large' })}
        data-contact-sales
        aria-label={`${plan.ctaText}: ${plan.name}`}
      >
        {plan.ctaText}
      </button>
      <ul className="plan-limits">
        {limits.map(([limit, name]) => (
          <li key={name}>
            <b className="tabular">{limit === -1 ? 'Unlimited' : limit}</b> {name}
          </li>
        ))}
      </ul>
      <ul className="plan-features">
        {plan.features.map((feature) => (
          <li key={feature}>
            <Icon of={Check} />
            {feature}
          </li>
        ))}
      </ul>
    </li>
  )
}

function Comparison() {
  return (
    <section aria-labelledby="comparison" className="comparison">
      <h2 id="comparison">Compare the plans</h2>
      <div className="scroll-x">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Feature</th>
              {plans.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparison.map(({ feature, personal, standard, enterprise }) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                <Value of={personal} />
                <Value of={standard} />
                <Value of={enterprise} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Value({ of }: { of: boolean | string }) {
  if (typeof of === 'string') return <td className="tabular">{of}</td>
  return (
    <td>
      <Icon of={of ? Check : Minus} className={of ? 'positive' : 'text-faint'} />
      <span className="visually-hidden">{of ? 'Yes' : 'No'}</span>
    </td>
  )
}

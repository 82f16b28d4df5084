import type { TFunction } from 'i18next'

/** The text of 'View examples' for row rules. */
export function rowExamples(t: TFunction): string {
  return textOf([
    [t('A condition is the part of a query that follows WHERE. Rows that do not meet it are hidden.')],
    [t('Own rows'), 'orders: sales_rep_id = :current_user_id'],
    [t('An attribute of the user'), 'customers: region = :user.region'],
    [
      t('Every table that has a certain column'),
      t('ALL, if the column tenant_id exists: tenant_id = :current_tenant_id'),
    ],
    [t('Through a parent table'), t('order_items, inherited from orders: order_items.order_id = orders.id')],
    [t('If a rule needs a value that a user does not have, the user sees no rows.')],
  ])
}

/** The text of 'View examples' for column rules. */
export function columnExamples(t: TFunction): string {
  return textOf([
    [t('A mask changes how the values of a column appear. NULL stays NULL.')],
    [t('Partial, XXX-XX-####'), t('123-45-6789 becomes XXX-XX-6789')],
    [t('Email'), t('ada@example.com becomes ****@example.com')],
    [t('Replace with text'), t('Every value becomes [hidden]')],
    [t('Range buckets'), t('4200 becomes 1k-5k')],
    [t('Custom SQL'), t('substr(city, 1, 1) shows the first letter')],
    [t('Disallow Access'), t('Users cannot see that the column exists, and queries that use it are refused.')],
  ])
}

function textOf(paragraphs: string[][]): string {
  return paragraphs.map((lines) => lines.join('\n')).join('\n\n')
}

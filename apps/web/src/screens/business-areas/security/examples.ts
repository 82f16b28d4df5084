/** The text of 'View examples' for row rules. */
export const rowExamples = `A condition is what follows WHERE. A row that does not meet it is hidden.

Own rows
orders: sales_rep_id = :current_user_id

A value of the person
customers: region = :user.region

Every table with a column
ALL, when tenant_id exists: tenant_id = :current_tenant_id

Through a parent table
order_items, inherited from orders: order_items.order_id = orders.id

A person without the value of a rule sees no rows.`

/** The text of 'View examples' for column rules. */
export const columnExamples = `A mask changes what people see of a column. NULL stays NULL.

Partial, XXX-XX-####
123-45-6789 becomes XXX-XX-6789

Email
ada@example.com becomes ****@example.com

Replace with text
every value becomes [hidden]

Range buckets
4200 becomes 1k-5k

Custom SQL
substr(city, 1, 1) shows the first letter

Disallow Access
the column does not exist for people; asking for it is refused`

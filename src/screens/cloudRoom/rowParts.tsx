import type { Ref } from 'react';
import type { Components, ItemProps, ListProps } from 'react-virtuoso';

type ListOf = ListProps & { readonly ref?: Ref<HTMLDivElement> };

/** Virtuoso types its list as a div; it only measures the element. */
const List = ({ ref, ...props }: ListOf) => <ul {...props} ref={ref as Ref<HTMLUListElement & HTMLDivElement>} />;
const Item = ({ item: _, ...props }: ItemProps<unknown>) => <li {...props} />;

const parts = { List, Item };

/** A virtual list that is a list to screen readers. */
export const listParts = <Row,>() => parts as Components<Row>;

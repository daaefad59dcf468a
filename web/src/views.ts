// The views of the page by the first part of its address. A view gets the other parts.

import type { ComponentType } from "preact";
import { Ask } from "./ask/ask";
import { Companion } from "./companion/companion";
import { Practice } from "./covert/practice";
import { Home } from "./home/home";
import { Learn } from "./learn/learn";
import { Review } from "./review/review";
import { Join } from "./table/join";
import { Table } from "./table/table";
import { Watch } from "./watch/watch";

export interface ViewProps {
  parts: readonly string[];
}

export const views: Record<string, ComponentType<ViewProps>> = {
  "": Home,
  join: Join,
  table: Table,
  review: Review,
  watch: Watch,
  ask: Ask,
  learn: Learn,
  companion: Companion,
  board: Practice,
};

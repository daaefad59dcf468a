import { words } from "../words/words";

export function Home() {
  return <p>{words().home.welcome}</p>;
}

export default function why() {}
